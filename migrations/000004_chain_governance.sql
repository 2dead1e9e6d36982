-- Stakes, proposals and votes, and the oracle.

create table stakes (
  wallet text primary key,
  staked numeric(78, 0) not null,
  unlocking numeric(78, 0) not null,
  unlock_at_ms bigint,
  updated_at_ms bigint not null
);

create table periods (
  id bigint primary key,
  starts_at_ms bigint not null,
  ends_at_ms bigint not null,
  opener text not null,
  proposal_count bigint not null,
  accepted_count bigint,
  frozen_at_ms bigint,
  closed_at_ms bigint
);
create index periods_unfrozen on periods (ends_at_ms) where frozen_at_ms is null;

-- vote_count is the sum of weights. deployed_count counts legs (1 for a single proposal's market).
create table proposals (
  id bigint primary key,
  period_id bigint not null,
  kind text not null,
  proposer text not null,
  status text not null,
  question text not null,
  category text not null,
  rules text,
  resolution_sources text,
  image_url text,
  tags text[] not null,
  metadata jsonb,
  legs jsonb not null,
  leg_count integer not null,
  deployed_count integer not null,
  event_id bigint,
  ends_at_ms bigint not null,
  creator_share integer not null,
  text_hash text not null,
  deposit numeric(78, 0) not null,
  vote_count numeric(78, 0) not null,
  unique_voters bigint not null,
  is_winner boolean,
  final_vote_count numeric(78, 0),
  tx_id text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  finalized_at_ms bigint,
  rejected_at_ms bigint,
  last_vote_at_ms bigint,
  refunded_at_ms bigint
);
create index proposals_created on proposals (status, created_at_ms desc, id desc);
create index proposals_votes on proposals (status, vote_count desc, id desc);
create index proposals_voters on proposals (status, unique_voters desc, id desc);
create index proposals_all_created on proposals (created_at_ms desc, id desc);
create index proposals_all_votes on proposals (vote_count desc, id desc);
create index proposals_all_voters on proposals (unique_voters desc, id desc);
create index proposals_proposer on proposals (proposer, id desc);
create index proposals_period on proposals (period_id, id);
-- What the keeper still refunds (and deploys before).
create index proposals_unrefunded on proposals (id) where refunded_at_ms is null;

create table votes (
  proposal_id bigint not null,
  voter text not null,
  period_id bigint not null,
  weight bigint not null,
  tx_id text not null,
  voted_at_ms bigint not null,
  primary key (proposal_id, voter)
);
create index votes_voter on votes (voter, period_id);

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
  to_submitter numeric(78, 0),
  to_disputer numeric(78, 0),
  to_treasury numeric(78, 0),
  closed_at_ms bigint,
  tx_id text not null,
  primary key (market_id, submission)
);
create index submissions_running on submissions (dispute_ends_at_ms) where closed_at_ms is null;

create table rounds (
  market_id bigint not null,
  round bigint not null,
  submission bigint not null,
  attempt integer not null,
  opened_at_ms bigint not null,
  commit_ends_at_ms bigint not null,
  reveal_ends_at_ms bigint not null,
  carried numeric(78, 0) not null,
  commit_count bigint not null,
  reveal_count bigint not null,
  worked_off_count bigint not null,
  weight_yes bigint not null,
  weight_no bigint not null,
  weight_early bigint not null,
  result smallint,
  pool numeric(78, 0),
  forfeited numeric(78, 0) not null,
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
  reward numeric(78, 0),
  unique (market_id, round, voter)
);
create index commits_voter on commits (voter, committed_at_ms desc, id desc);
create index commits_to_work_off on commits (market_id, round) where worked_off_at_ms is null;
