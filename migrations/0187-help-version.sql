-- OPS-4: the same for the questions of the help centre.
alter table help_document add column seed_version integer;
