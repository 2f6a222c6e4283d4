-- OPS-4: the version of the demonstration's shops and sites. They stay 'seed', which pages tell: programs of before may replace them by theirs.
alter table place_data add column seed_version integer;
