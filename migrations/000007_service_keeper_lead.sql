-- Written by the keeper: which of several does the chores now, and until when unless it renews. The indexer's lead stands
-- in schema chain, beside the index it writes.
create table keeper_lead (
  id boolean primary key default true check (id),
  holder text not null,
  until_ms bigint not null
);
