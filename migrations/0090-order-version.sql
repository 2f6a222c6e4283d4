-- Counts the changes of an order: a change is written only if it was decided on the latest one.
alter table pay_order add column version int not null default 0;
