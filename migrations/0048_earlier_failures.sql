-- The failure of an instance before its latest revive: {"element": …, "code": …, "message": …, "firstAt": <ms since epoch>}; `firstAt` is the time of the first
-- of several equal ones. Null: it was not revived after a failure, or it was projected before this column and not rebuilt since.
alter table q_instance add column earlier_failure json;
