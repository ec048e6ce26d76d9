-- How the release that a version was deployed to reads files; it is read like that as long as it is there (ADR 0066). Null: as releases up to 0.2 did.
alter table definition_version add column reading smallint;
