-- Counts the changes of an order: a change is written only if it was decided on the latest one.
alter table pay_order add column version int not null default 0;

-- Whoever changes an order without counting, a replica of an older version or a person by hand, is counted all the same: a change that was
-- decided before must not write over theirs.
create function count_change_of_order() returns trigger language plpgsql as $$
begin
  if new.version = old.version then
    new.version := old.version + 1;
  end if;
  return new;
end
$$;
create trigger count_change_of_order before update on pay_order for each row execute function count_change_of_order();
