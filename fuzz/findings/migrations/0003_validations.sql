-- What a replay of a finding on another target gave, the last time: one row a finding and target.
CREATE TABLE validations (
    finding  TEXT NOT NULL REFERENCES findings (id),
    target   TEXT NOT NULL,
    verdict  TEXT NOT NULL,
    step     INTEGER NOT NULL,
    field    TEXT NOT NULL,
    expected TEXT NOT NULL,
    here     TEXT NOT NULL,
    there    TEXT NOT NULL,
    note     TEXT NOT NULL,
    runs     INTEGER NOT NULL,
    version  TEXT NOT NULL,
    at       TEXT NOT NULL,
    PRIMARY KEY (finding, target)
) STRICT, WITHOUT ROWID;
