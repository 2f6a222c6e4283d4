-- When a notice was last looked at: one that nobody can place yet waits behind the others instead of standing in their way.
alter table pay_notice add column looked_at timestamptz;
drop index pay_notice_open;
create index pay_notice_open on pay_notice (looked_at nulls first, id) where done_at is null;
