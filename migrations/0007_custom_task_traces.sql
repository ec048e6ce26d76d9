-- The trace a custom task belongs to, as W3C traceparent of the command that created it; null when that command belongs to none.
alter table custom_task add column traceparent text;
