-- An instance is written again soon after it is made, once per command. With room in its page the new version stands beside the old one, and the indexes
-- stay as they are. Pages that are full already are filled as before.
alter table instance set (fillfactor = 70);
alter table q_instance set (fillfactor = 70);

-- Each of these is contained in another index: q_instance_created_at (the same), q_instance_ended_at, q_instance_business.
drop index q_instance_created;
drop index q_instance_last_completed;
drop index q_instance_business_id_search;
