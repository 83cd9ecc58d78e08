-- How processes took turns (--sched). What was stored before did not say; random is what it is unless asked for.
ALTER TABLE findings ADD COLUMN sched TEXT NOT NULL DEFAULT 'random';
