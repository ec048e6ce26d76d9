-- Finds out whether an item of a batch of incidents has succeeded for an instance: its variables are then changed already. Rows of batches of instances
-- are not in the index.
create index batch_item_instance on batch_item (batch_id, instance_id) where state = 'Succeeded' and instance_id <> subject_id;
