-- Who sent the command behind a row: the subject of the token, or the user who had signed in to the pages. Null: nobody is known, because the request carried no
-- token, because a timer or a plugin host was behind it, and for all rows of before this migration.
alter table journal add column actor text;
