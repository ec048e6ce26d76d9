-- Secrets that the model writes into the inputs of a custom task, by the name of the input; null: none. The values are known to plugin hosts only.
alter table custom_task add column secrets json;
