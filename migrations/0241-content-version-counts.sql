-- CON-7: whoever changes what is served, a program of before or a command, the version grows with it.
create trigger content_active_counts after insert or update or delete on content_active
  for each statement execute function count_content_version();
