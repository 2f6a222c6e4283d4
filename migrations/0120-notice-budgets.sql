-- Which payment a notice names, who may have sent it (signed by the provider; on an address with our mark; anybody) and whether the payment
-- was known then: so that unsigned notices can be counted, per payment and for payments that nobody knows.
alter table pay_notice add column reference text;
alter table pay_notice add column origin text check (origin in ('signed', 'marked', 'unmarked'));
alter table pay_notice add column is_known boolean not null default true;
create index pay_notice_reference on pay_notice (connector, reference, received_at);
create index pay_notice_unknown on pay_notice (connector, received_at) where not is_known and origin = 'unmarked';
-- Old notices leave.
create index pay_notice_done_at on pay_notice (done_at) where done_at is not null;
