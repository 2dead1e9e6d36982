-- The oracle with appeals. What was here belongs to a venue this release does not serve.

drop table submissions, rounds, commits;

create table vault_totals (
  id bigint primary key,
  whole_weight bigint not null
);

create table submissions (
  market_id bigint not null,
  submission bigint not null,
  submitter text not null,
  outcome smallint not null,
  bond numeric(78, 0) not null,
  submitted_at_ms bigint not null,
  dispute_ends_at_ms bigint not null,
  disputer text,
  disputed_at_ms bigint,
  result text,
  winners bigint,
  stake_pool numeric(78, 0),
  bond_pool numeric(78, 0),
  to_treasury numeric(78, 0),
  forfeited numeric(78, 0) not null,
  closed_at_ms bigint,
  tx_id text not null,
  primary key (market_id, submission)
);
create index submissions_running on submissions (dispute_ends_at_ms) where closed_at_ms is null;

-- place: 0 the submitter's, 1 the disputer's, 2 and 3 the appeals'. disputed: what it says is false.
create table bonds (
  market_id bigint not null,
  submission bigint not null,
  place integer not null,
  holder text not null,
  disputed smallint,
  bond numeric(78, 0) not null,
  posted_at_ms bigint not null,
  tx_id text not null,
  paid numeric(78, 0),
  primary key (market_id, submission, place)
);

create table rounds (
  market_id bigint not null,
  round bigint not null,
  submission bigint not null,
  attempt integer not null,
  appeal integer not null,
  opened_at_ms bigint not null,
  commit_ends_at_ms bigint not null,
  reveal_ends_at_ms bigint not null,
  quorum bigint not null,
  commit_count bigint not null,
  reveal_count bigint not null,
  worked_off_count bigint not null,
  weight_yes bigint not null,
  weight_no bigint not null,
  weight_early bigint not null,
  result smallint,
  appeal_ends_at_ms bigint,
  finalized_at_ms bigint,
  closed_at_ms bigint,
  primary key (market_id, round)
);
create index rounds_running on rounds (reveal_ends_at_ms) where finalized_at_ms is null;

-- id: the first 52 bits of blake2b(market contract id, round, voter's lockup), the same for relayed reveals.
-- vote 0: not revealed.
create table commits (
  id bigint primary key,
  market_id bigint not null,
  round bigint not null,
  voter text not null,
  commit_hash text not null,
  weight bigint not null,
  stake numeric(78, 0) not null,
  slash numeric(78, 0) not null,
  vote smallint not null,
  salt text,
  commit_tx_id text not null,
  reveal_tx_id text,
  committed_at_ms bigint not null,
  revealed_at_ms bigint,
  worked_off_at_ms bigint,
  slashed numeric(78, 0),
  stake_reward numeric(78, 0),
  bond_reward numeric(78, 0),
  unique (market_id, round, voter)
);
create index commits_voter on commits (voter, committed_at_ms desc, id desc);
create index commits_to_work_off on commits (market_id, round) where worked_off_at_ms is null;

-- Which taken parlays depend on a market: their stakes count for its bond.
create index parlays_taken_legs on parlays using gin (legs jsonb_path_ops) where status = 'taken';
