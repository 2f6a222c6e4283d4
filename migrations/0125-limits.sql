-- Who asked for a code: a number's owner is not kept out by what others asked for it. Null: sent before this was noted.
alter table one_time_code add column asked_from text;
alter table one_time_code add column is_by_stranger boolean;

-- Takes one call from each limit in turn (generic cell rate) and stops at the first that is used up: its position, or 0 when all were taken.
create function take_limits(keys text[], every_seconds double precision[], bursts double precision[]) returns int language plpgsql as $$
begin
  for place in 1 .. coalesce(array_length(keys, 1), 0) loop
    insert into rate_limit as seen (key, arrives_at) values (keys[place], now() + make_interval(secs => every_seconds[place]))
    on conflict (key) do update set arrives_at = greatest(seen.arrives_at, now()) + make_interval(secs => every_seconds[place])
    where seen.arrives_at <= now() + make_interval(secs => every_seconds[place] * (bursts[place] - 1));
    if not found then
      return place;
    end if;
  end loop;
  return 0;
end
$$;
