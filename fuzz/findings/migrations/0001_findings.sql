CREATE TABLE findings (
    id           TEXT PRIMARY KEY,
    verdict      TEXT NOT NULL,
    layer        TEXT NOT NULL,
    primitive    TEXT NOT NULL,
    class        TEXT NOT NULL,
    rule         TEXT NOT NULL,
    errno        TEXT NOT NULL,
    shape        TEXT NOT NULL,
    oracle       TEXT NOT NULL,
    step         INTEGER NOT NULL,
    expected     TEXT NOT NULL,
    got          TEXT NOT NULL,
    cause        TEXT NOT NULL,
    domain       TEXT NOT NULL,
    workflow     TEXT NOT NULL,
    profile      TEXT NOT NULL,
    profile_name TEXT NOT NULL,
    seed         TEXT NOT NULL,
    guests       TEXT NOT NULL,
    trace_version INTEGER NOT NULL,
    trace_digest TEXT NOT NULL,
    trace_events INTEGER NOT NULL,
    trace_log    BLOB NOT NULL,
    version      TEXT NOT NULL
) STRICT;

CREATE TABLE occurrences (
    finding TEXT NOT NULL REFERENCES findings (id),
    profile TEXT NOT NULL,
    seed    TEXT NOT NULL,
    idx     INTEGER NOT NULL,
    domain  TEXT NOT NULL,
    PRIMARY KEY (finding, profile, seed, idx)
) STRICT, WITHOUT ROWID;
