-- LINK-1: what somebody asks others to pay. The address of a link is this id and a signature of it; only here stands for which number.
create table payment_link (
  id text primary key check (length(id) = 14),
  kind text not null check (kind in ('airtime', 'bundle', 'postpaid-bill')),
  msisdn text not null,
  amount int check (amount > 0),
  product_code text,
  -- What it cost when it was asked for: whoever pays is told when it is something else by then.
  price int not null check (price > 0),
  made_at timestamptz not null,
  ends_at timestamptz not null,
  begun int not null default 0,
  check ((kind = 'bundle') = (product_code is not null)),
  check ((kind = 'bundle') = (amount is null))
);
create index payment_link_ends_at on payment_link (ends_at);

-- LINK-3: whether a link has been paid.
create index pay_order_asked_link on pay_order ((query_data ->> 'askedLink')) where query_data ->> 'askedLink' is not null;
