-- Who sent the command behind a row: the subject of the token, or the user who had signed in to the pages. Null: nobody is known, because the request carried no
-- token, because a timer or a plugin host was behind it, and for all rows of before this migration.
alter table journal add column actor text;

-- The sessions of one person, and those of people who have not signed in: both are bounded, and the ones not used for longest end first.
create index ui_session_subject on ui_session (left(sess -> 'user' ->> 'subject', 255), expire) where (sess -> 'user') is not null;
create index ui_session_visitor on ui_session (expire) where (sess -> 'user') is null;
