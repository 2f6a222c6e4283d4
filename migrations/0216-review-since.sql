-- Since when a payment waits for a person, by the clock of the database. The previous version does not write it either: a trigger does.
alter table pay_order add column review_since timestamptz;

create function note_review() returns trigger language plpgsql as $$
begin
  if new.review is null then
    new.review_since := null;
  elsif tg_op = 'INSERT' or old.review is null then
    new.review_since := coalesce(new.review_since, clock_timestamp());
  end if;
  return new;
end
$$;
create trigger pay_order_review_since before insert or update of review on pay_order
  for each row execute function note_review();
