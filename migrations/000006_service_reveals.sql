-- Votes that voters asked us to reveal. Written by the keeper alone; the salt is encrypted with the service's secret.
-- What became of the commit itself stands in schema chain, so a reorganisation moves a row back by itself.
create table relayed_reveals (
  id bigint primary key,
  market_id bigint not null,
  market_address text not null,
  voter text not null,
  round bigint not null,
  vote smallint not null,
  sealed_salt bytea not null,
  commit_tx_id text not null,
  attempt_count integer not null default 0,
  last_error text,
  reveal_tx_id text,
  last_attempt_height bigint not null default 0,
  created_at_ms bigint not null
);
create index relayed_reveals_voter on relayed_reveals (voter, created_at_ms desc, id desc);
