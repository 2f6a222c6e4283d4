-- ERASE-1: a visit that its visitor has ended. Nothing opens it or writes to it; its row stays for a day, because limits of one-time codes are counted by it.
alter table visit add column ended_at timestamptz;
