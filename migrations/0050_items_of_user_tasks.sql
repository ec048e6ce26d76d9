-- Iteration of a loop that contains the task: {"number": 2, "total": 3, "text": "Cleo"}. Null: none, or created before this column.
alter table q_user_task add column item json;
