-- Message of the latest failed attempt, for the next attempt; null: none has failed.
alter table custom_task add column error_message text;
