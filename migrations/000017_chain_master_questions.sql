-- A leg is found by its event's question too.
alter table markets drop column tsv;
alter table markets add column tsv tsvector not null generated always as (
  setweight(to_tsvector('english', question), 'A') ||
  setweight(to_tsvector('english', coalesce(master_question, '') || ' ' || coalesce(category, '') || ' ' || tags_text), 'B') ||
  setweight(to_tsvector('english', coalesce(rules, '') || ' ' || coalesce(resolution_sources, '')), 'C')
) stored;
create index markets_tsv on markets using gin (tsv);
