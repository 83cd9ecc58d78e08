-- Where a finding was met: all that was stored before was met on the emulator.
ALTER TABLE findings ADD COLUMN target TEXT NOT NULL DEFAULT 'local';

CREATE TABLE sightings (
    finding TEXT NOT NULL REFERENCES findings (id),
    target  TEXT NOT NULL,
    profile TEXT NOT NULL,
    seed    TEXT NOT NULL,
    idx     INTEGER NOT NULL,
    domain  TEXT NOT NULL,
    PRIMARY KEY (finding, target, profile, seed, idx)
) STRICT, WITHOUT ROWID;

INSERT INTO sightings (finding, target, profile, seed, idx, domain)
SELECT finding, 'local', profile, seed, idx, domain FROM occurrences;

DROP TABLE occurrences;
ALTER TABLE sightings RENAME TO occurrences;
