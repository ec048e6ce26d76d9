-- How the release that a version was deployed to reads files of decisions, as that of a version of a process (ADR 0066). Null: as releases before reading 4 did.
alter table decision_version add column reading smallint;
