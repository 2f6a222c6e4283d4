-- CON-7: the version grows with every change of what is served, also by a command or a program of before.
create trigger content_active_counts after insert or update or delete on content_active
  for each statement execute function count_content_version();
