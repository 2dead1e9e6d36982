-- Generated from migrations/ by `npm run generate`. For reading; nothing runs this file.

create table chain.activity (
  id bigint not null,
  height bigint not null,
  at_ms bigint not null,
  tx_id text,
  wallet text not null,
  type text not null,
  market_id bigint,
  order_id bigint,
  side text,
  outcome text,
  price integer,
  quantity numeric(78,0),
  collateral numeric(78,0),
  native numeric(78,0),
  stake numeric(78,0),
  fee numeric(78,0),
  reference bigint,
  note text,
  constraint activity_pkey PRIMARY KEY (id)
);
CREATE INDEX activity_height ON chain.activity USING btree (height);
CREATE INDEX activity_wallet ON chain.activity USING btree (wallet, id DESC);

create table chain.blocks (
  height bigint not null,
  hash text not null,
  parent_hash text not null,
  timestamp_ms bigint not null,
  constraint blocks_pkey PRIMARY KEY (height),
  constraint blocks_hash_key UNIQUE (hash)
);

create table chain.bonds (
  market_id bigint not null,
  submission bigint not null,
  place integer not null,
  holder text not null,
  disputed smallint,
  bond numeric(78,0) not null,
  posted_at_ms bigint not null,
  tx_id text not null,
  paid numeric(78,0),
  constraint bonds_pkey PRIMARY KEY (market_id, submission, place)
);
CREATE INDEX bonds_holder ON chain.bonds USING btree (holder);

create table chain.candles (
  market_id bigint not null,
  interval text not null,
  start_ms bigint not null,
  open integer not null,
  high integer not null,
  low integer not null,
  close integer not null,
  volume numeric(78,0) not null,
  trades bigint not null,
  best_bid integer not null,
  best_ask integer not null,
  constraint candles_pkey PRIMARY KEY (market_id, "interval", start_ms)
);

create table chain.checkpoint (
  id smallint not null default 1,
  network_id integer not null,
  genesis_hash text not null,
  start_height bigint not null,
  height bigint not null,
  hash text not null,
  timestamp_ms bigint not null,
  final_height bigint not null,
  revision bigint not null,
  constraint checkpoint_pkey PRIMARY KEY (id),
  constraint checkpoint_id_check CHECK ((id = 1))
);

create table chain.commits (
  id bigint not null,
  market_id bigint not null,
  round bigint not null,
  voter text not null,
  commit_hash text not null,
  weight bigint not null,
  stake numeric(78,0) not null,
  slash numeric(78,0) not null,
  vote smallint not null,
  salt text,
  commit_tx_id text not null,
  reveal_tx_id text,
  committed_at_ms bigint not null,
  revealed_at_ms bigint,
  worked_off_at_ms bigint,
  slashed numeric(78,0),
  stake_reward numeric(78,0),
  bond_reward numeric(78,0),
  constraint commits_pkey PRIMARY KEY (id),
  constraint commits_market_id_round_voter_key UNIQUE (market_id, round, voter)
);
CREATE INDEX commits_market ON chain.commits USING btree (market_id, committed_at_ms DESC, id DESC);
CREATE INDEX commits_open ON chain.commits USING btree (voter) WHERE (worked_off_at_ms IS NULL);
CREATE INDEX commits_to_work_off ON chain.commits USING btree (market_id, round) WHERE (worked_off_at_ms IS NULL);
CREATE INDEX commits_voter ON chain.commits USING btree (voter, committed_at_ms DESC, id DESC);

create table chain.events (
  id bigint not null,
  master_address text not null,
  proposal_id bigint not null,
  question text not null,
  category text,
  tags text[] not null,
  image_url text,
  leg_count integer not null,
  legs_text text not null,
  total_volume numeric(78,0) not null,
  created_at_ms bigint not null,
  tsv tsvector not null generated always as (to_tsvector('english'::regconfig, ((question || ' '::text) || legs_text))) stored,
  constraint events_pkey PRIMARY KEY (id),
  constraint events_master_address_key UNIQUE (master_address)
);
CREATE INDEX events_category_created ON chain.events USING btree (category, created_at_ms, id);
CREATE INDEX events_category_legs ON chain.events USING btree (category, leg_count, id);
CREATE INDEX events_category_volume ON chain.events USING btree (category, total_volume, id);
CREATE INDEX events_created ON chain.events USING btree (created_at_ms, id);
CREATE INDEX events_legs ON chain.events USING btree (leg_count, id);
CREATE INDEX events_tsv ON chain.events USING gin (tsv);
CREATE INDEX events_volume ON chain.events USING btree (total_volume, id);

create table chain.feed (
  last_seq bigint not null,
  first_seq bigint not null,
  height bigint not null,
  block_hash text not null,
  at_ms bigint not null,
  version bigint,
  messages text not null,
  constraint feed_pkey PRIMARY KEY (last_seq)
);
CREATE INDEX feed_blocks ON chain.feed USING btree (height) WHERE (version IS NOT NULL);

create table chain.feed_books (
  market_id bigint not null,
  version bigint not null,
  constraint feed_books_pkey PRIMARY KEY (market_id)
);

create table chain.feed_channels (
  key_hash bigint not null,
  last_seq bigint not null
);
CREATE INDEX feed_channels_hash ON chain.feed_channels USING btree (key_hash, last_seq);

create table chain.feed_head (
  id smallint not null default 1,
  epoch text not null,
  first_seq bigint not null,
  last_seq bigint not null,
  constraint feed_head_pkey PRIMARY KEY (id),
  constraint feed_head_id_check CHECK ((id = 1))
);

create table chain.id_counters (
  name text not null,
  last_id bigint not null,
  constraint id_counters_pkey PRIMARY KEY (name)
);

create table chain.index_health (
  id smallint not null default 1,
  node_height bigint not null,
  caught_up_at_ms bigint not null,
  checked_at_ms bigint not null,
  halted_reason text,
  constraint index_health_pkey PRIMARY KEY (id),
  constraint index_health_id_check CHECK ((id = 1))
);

create table chain.list_counts (
  scope text not null,
  key text not null,
  n bigint not null,
  constraint list_counts_pkey PRIMARY KEY (scope, key)
);

create table chain.markets (
  id bigint not null,
  market_address text not null,
  proposal_id bigint not null,
  leg integer not null,
  event_id bigint,
  creator text not null,
  creator_share integer not null,
  question text not null,
  category text,
  tags text[] not null,
  tags_text text not null,
  rules text,
  resolution_sources text,
  image_url text,
  metadata jsonb,
  master_question text,
  master_image text,
  ends_at_ms bigint not null,
  created_at_ms bigint not null,
  state text not null,
  resolved boolean not null,
  final_outcome smallint,
  resolved_at_ms bigint,
  volume numeric(78,0) not null,
  open_interest numeric(78,0) not null,
  best_bid_yes integer not null,
  best_ask_yes integer not null,
  order_count bigint not null,
  trade_count bigint not null,
  last_trade_at_ms bigint not null,
  trend_amount numeric(78,0) not null,
  trending bigint not null,
  unpaid_creator_fees numeric(78,0) not null,
  unpaid_treasury_fees numeric(78,0) not null,
  swept_chunks jsonb not null,
  updated_at_ms bigint not null,
  last_price integer not null default 0,
  closing integer,
  kept_fees numeric(78,0) not null default 0,
  tsv tsvector not null generated always as (((setweight(to_tsvector('english'::regconfig, question), 'A'::"char") || setweight(to_tsvector('english'::regconfig, ((((COALESCE(master_question, ''::text) || ' '::text) || COALESCE(category, ''::text)) || ' '::text) || tags_text)), 'B'::"char")) || setweight(to_tsvector('english'::regconfig, ((COALESCE(rules, ''::text) || ' '::text) || COALESCE(resolution_sources, ''::text))), 'C'::"char"))) stored,
  constraint markets_pkey PRIMARY KEY (id),
  constraint markets_market_address_key UNIQUE (market_address)
);
CREATE INDEX markets_best_bid ON chain.markets USING btree (resolved, best_bid_yes DESC, id DESC);
CREATE INDEX markets_category ON chain.markets USING btree (resolved, category, created_at_ms DESC, id DESC);
CREATE INDEX markets_created ON chain.markets USING btree (resolved, created_at_ms DESC, id DESC);
CREATE INDEX markets_creator ON chain.markets USING btree (creator, id DESC);
CREATE INDEX markets_ends ON chain.markets USING btree (resolved, ends_at_ms, id);
CREATE INDEX markets_event ON chain.markets USING btree (event_id, leg);
CREATE INDEX markets_in_question ON chain.markets USING btree (state, id) WHERE (state = ANY (ARRAY['proposed'::text, 'disputed'::text]));
CREATE INDEX markets_last_trade ON chain.markets USING btree (resolved, last_trade_at_ms DESC, id DESC);
CREATE INDEX markets_proposal ON chain.markets USING btree (proposal_id, leg);
CREATE INDEX markets_tags ON chain.markets USING gin (tags);
CREATE INDEX markets_trending ON chain.markets USING btree (resolved, trending DESC, id DESC);
CREATE INDEX markets_tsv ON chain.markets USING gin (tsv);
CREATE INDEX markets_volume ON chain.markets USING btree (resolved, volume DESC, id DESC);

create table chain.migrations (
  version bigint not null,
  name text not null,
  checksum text not null,
  applied_at_ms bigint not null,
  constraint migrations_pkey PRIMARY KEY (version)
);

create table chain.orders (
  id bigint not null,
  market_id bigint not null,
  order_id bigint not null,
  trader text not null,
  side text not null,
  outcome text not null,
  price integer not null,
  quantity numeric(78,0) not null,
  filled numeric(78,0) not null,
  status text not null,
  time_in_force text not null,
  is_market_order boolean not null,
  referer_address text,
  tx_id text not null,
  height bigint not null,
  created_at_ms bigint not null,
  locked_collateral numeric(78,0) not null,
  locked_shares numeric(78,0) not null,
  released boolean not null,
  expires_at_ms bigint,
  taken numeric(78,0) not null default 0,
  fee numeric(78,0) not null default 0,
  ended_height bigint,
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_market_id_order_id_key UNIQUE (market_id, order_id)
);
CREATE INDEX orders_asks ON chain.orders USING btree (market_id, (
CASE outcome
    WHEN 'yes'::text THEN price
    ELSE (1000 - price)
END), order_id) WHERE ((status = 'open'::text) AND ((side = 'buy'::text) <> (outcome = 'yes'::text)));
CREATE INDEX orders_bids ON chain.orders USING btree (market_id, (
CASE outcome
    WHEN 'yes'::text THEN price
    ELSE (1000 - price)
END) DESC, order_id) WHERE ((status = 'open'::text) AND ((side = 'buy'::text) = (outcome = 'yes'::text)));
CREATE INDEX orders_dead ON chain.orders USING btree (market_id, expires_at_ms, order_id) WHERE ((status = 'cancelled'::text) AND (expires_at_ms IS NOT NULL) AND (NOT released) AND ((locked_collateral > (0)::numeric) OR (locked_shares > (0)::numeric)));
CREATE INDEX orders_ended ON chain.orders USING btree (market_id, ended_height) WHERE (ended_height IS NOT NULL);
CREATE INDEX orders_expiring ON chain.orders USING btree (expires_at_ms) WHERE ((status = 'open'::text) AND (expires_at_ms IS NOT NULL));
CREATE INDEX orders_height ON chain.orders USING btree (height);
CREATE INDEX orders_held ON chain.orders USING btree (market_id, order_id) WHERE ((locked_collateral > (0)::numeric) OR (locked_shares > (0)::numeric));
CREATE INDEX orders_trader ON chain.orders USING btree (trader, status, id DESC);
CREATE INDEX orders_trader_all ON chain.orders USING btree (trader, id DESC);
CREATE INDEX orders_trader_market ON chain.orders USING btree (trader, market_id, status, id DESC);

create table chain.parlays (
  id bigint not null,
  maker text not null,
  taker text,
  amount numeric(78,0) not null,
  combined_odds integer not null,
  taker_amount numeric(78,0) not null,
  legs jsonb not null,
  expires_at_ms bigint not null,
  status text not null,
  result text,
  maker_payout numeric(78,0),
  taker_payout numeric(78,0),
  tx_id text not null,
  created_at_ms bigint not null,
  taken_at_ms bigint,
  ended_at_ms bigint,
  updated_at_ms bigint not null,
  constraint parlays_pkey PRIMARY KEY (id)
);
CREATE INDEX parlays_maker ON chain.parlays USING btree (maker, id DESC);
CREATE INDEX parlays_status ON chain.parlays USING btree (status, id DESC);
CREATE INDEX parlays_taken_legs ON chain.parlays USING gin (legs jsonb_path_ops) WHERE (status = 'taken'::text);
CREATE INDEX parlays_taker ON chain.parlays USING btree (taker, id DESC);

create table chain.periods (
  id bigint not null,
  starts_at_ms bigint not null,
  ends_at_ms bigint not null,
  opener text not null,
  proposal_count bigint not null,
  accepted_count bigint,
  frozen_at_ms bigint,
  closed_at_ms bigint,
  constraint periods_pkey PRIMARY KEY (id)
);
CREATE INDEX periods_unfrozen ON chain.periods USING btree (ends_at_ms) WHERE (frozen_at_ms IS NULL);

create table chain.positions (
  id bigint not null,
  user_address text not null,
  market_id bigint not null,
  position_type text not null,
  shares numeric(78,0) not null,
  entry_cost numeric(78,0) not null,
  entry_quantity numeric(78,0) not null,
  entry_price integer,
  paid numeric(78,0) not null,
  is_settled boolean not null,
  locked_collateral numeric(78,0) not null,
  locked_shares numeric(78,0) not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  spent numeric(78,0) not null default 0,
  received numeric(78,0) not null default 0,
  fees numeric(78,0) not null default 0,
  cost numeric(78,0) not null default 0,
  paid_shares numeric(78,0) not null default 0,
  constraint positions_pkey PRIMARY KEY (id),
  constraint positions_user_address_market_id_position_type_key UNIQUE (user_address, market_id, position_type)
);
CREATE INDEX positions_market ON chain.positions USING btree (market_id, shares DESC, id DESC);
CREATE INDEX positions_unsettled ON chain.positions USING btree (market_id, user_address) WHERE (NOT is_settled);
CREATE INDEX positions_user ON chain.positions USING btree (user_address, is_settled, id DESC);
CREATE INDEX positions_user_all ON chain.positions USING btree (user_address, id DESC);

create table chain.price_levels (
  market_id bigint not null,
  side text not null,
  price integer not null,
  quantity numeric(78,0) not null,
  order_count bigint not null,
  constraint price_levels_pkey PRIMARY KEY (market_id, side, price)
);

create table chain.proposals (
  id bigint not null,
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
  deposit numeric(78,0) not null,
  vote_count numeric(78,0) not null,
  unique_voters bigint not null,
  is_winner boolean,
  final_vote_count numeric(78,0),
  tx_id text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  finalized_at_ms bigint,
  rejected_at_ms bigint,
  last_vote_at_ms bigint,
  refunded_at_ms bigint,
  constraint proposals_pkey PRIMARY KEY (id)
);
CREATE INDEX proposals_all_created ON chain.proposals USING btree (created_at_ms DESC, id DESC);
CREATE INDEX proposals_all_voters ON chain.proposals USING btree (unique_voters DESC, id DESC);
CREATE INDEX proposals_all_votes ON chain.proposals USING btree (vote_count DESC, id DESC);
CREATE INDEX proposals_created ON chain.proposals USING btree (status, created_at_ms DESC, id DESC);
CREATE INDEX proposals_period ON chain.proposals USING btree (period_id, id);
CREATE INDEX proposals_proposer ON chain.proposals USING btree (proposer, id DESC);
CREATE INDEX proposals_unrefunded ON chain.proposals USING btree (id) WHERE (refunded_at_ms IS NULL);
CREATE INDEX proposals_voters ON chain.proposals USING btree (status, unique_voters DESC, id DESC);
CREATE INDEX proposals_votes ON chain.proposals USING btree (status, vote_count DESC, id DESC);

create table chain.rounds (
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
  constraint rounds_pkey PRIMARY KEY (market_id, round)
);
CREATE INDEX rounds_committing ON chain.rounds USING btree (commit_ends_at_ms) WHERE (finalized_at_ms IS NULL);
CREATE INDEX rounds_running ON chain.rounds USING btree (reveal_ends_at_ms) WHERE (finalized_at_ms IS NULL);

create table chain.search_words (
  word text not null,
  ndoc bigint not null,
  constraint search_words_pkey PRIMARY KEY (word)
);
CREATE INDEX search_words_trgm ON chain.search_words USING gin (word gin_trgm_ops);

create table chain.stakes (
  wallet text not null,
  staked numeric(78,0) not null,
  unlocking numeric(78,0) not null,
  unlock_at_ms bigint,
  updated_at_ms bigint not null,
  constraint stakes_pkey PRIMARY KEY (wallet)
);
CREATE INDEX stakes_unlocking ON chain.stakes USING btree (unlock_at_ms) WHERE (unlocking > (0)::numeric);

create table chain.submissions (
  market_id bigint not null,
  submission bigint not null,
  submitter text not null,
  outcome smallint not null,
  bond numeric(78,0) not null,
  submitted_at_ms bigint not null,
  dispute_ends_at_ms bigint not null,
  disputer text,
  disputed_at_ms bigint,
  result text,
  winners bigint,
  stake_pool numeric(78,0),
  bond_pool numeric(78,0),
  to_treasury numeric(78,0),
  forfeited numeric(78,0) not null,
  closed_at_ms bigint,
  tx_id text not null,
  constraint submissions_pkey PRIMARY KEY (market_id, submission)
);
CREATE INDEX submissions_running ON chain.submissions USING btree (dispute_ends_at_ms) WHERE (closed_at_ms IS NULL);

create table chain.trades (
  id bigint not null,
  market_id bigint not null,
  tx_id text not null,
  height bigint not null,
  event_index integer not null,
  buy_order_id bigint not null,
  sell_order_id bigint not null,
  fill_type text not null,
  outcome text not null,
  side text not null,
  price integer not null,
  quantity numeric(78,0) not null,
  amount_usd numeric(78,0) not null,
  maker_address text not null,
  taker_address text not null,
  referer_address text,
  filled_at_ms bigint not null,
  maker_collateral numeric(78,0) not null default 0,
  taker_collateral numeric(78,0) not null default 0,
  fee numeric(78,0) not null default 0,
  constraint trades_pkey PRIMARY KEY (id),
  constraint trades_height_event_index_key UNIQUE (height, event_index)
);
CREATE INDEX trades_maker ON chain.trades USING btree (maker_address, id DESC);
CREATE INDEX trades_market ON chain.trades USING btree (market_id, id DESC);
CREATE INDEX trades_taker ON chain.trades USING btree (taker_address, id DESC);

create table chain.transactions (
  tx_id text not null,
  height bigint not null,
  script_ok boolean not null,
  is_venue boolean not null default false,
  constraint transactions_pkey PRIMARY KEY (tx_id)
);
CREATE INDEX transactions_height ON chain.transactions USING btree (height);

create table chain.undo_log (
  height bigint not null,
  table_name text not null,
  row_key json not null,
  image json
);
CREATE INDEX undo_log_height ON chain.undo_log USING btree (height);

create table chain.vault_totals (
  id bigint not null,
  whole_weight bigint not null,
  constraint vault_totals_pkey PRIMARY KEY (id)
);

create table chain.votes (
  proposal_id bigint not null,
  voter text not null,
  period_id bigint not null,
  weight bigint not null,
  tx_id text not null,
  voted_at_ms bigint not null,
  id bigint not null default 0,
  constraint votes_pkey PRIMARY KEY (proposal_id, voter)
);
CREATE INDEX votes_proposal ON chain.votes USING btree (proposal_id, id DESC);
CREATE INDEX votes_voter ON chain.votes USING btree (voter, period_id);

create table chain.wallet_totals (
  interval text not null,
  start_ms bigint not null,
  wallet text not null,
  profit numeric(78,0) not null,
  volume numeric(78,0) not null,
  referral_fees numeric(78,0) not null,
  creator_fees numeric(78,0) not null,
  submitter_fees numeric(78,0) not null,
  constraint wallet_totals_pkey PRIMARY KEY ("interval", start_ms, wallet)
);
CREATE INDEX wallet_totals_profit ON chain.wallet_totals USING btree (profit DESC, wallet) WHERE (("interval" = 'all'::text) AND (wallet <> ''::text));
CREATE INDEX wallet_totals_volume ON chain.wallet_totals USING btree (volume DESC, wallet) WHERE (("interval" = 'all'::text) AND (wallet <> ''::text));
CREATE INDEX wallet_totals_wallet ON chain.wallet_totals USING btree (wallet) WHERE ("interval" = 'all'::text);

create table service.api_keys (
  id text not null,
  key_hash bytea not null,
  key_prefix text not null,
  owner_address text not null,
  owner_public_key text not null,
  name text not null,
  scopes text[] not null,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  last_used_at_ms bigint,
  revoked_at_ms bigint,
  limit_reads bigint,
  limit_writes bigint,
  constraint api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_by_hash ON service.api_keys USING btree (key_hash);
CREATE INDEX api_keys_by_owner ON service.api_keys USING btree (owner_public_key, created_at_ms DESC, id DESC);

create table service.build_inputs (
  build_id bigint not null,
  output_key text not null,
  is_shared boolean not null,
  constraint build_inputs_pkey PRIMARY KEY (build_id, output_key),
  constraint build_inputs_build_id_fkey FOREIGN KEY (build_id) REFERENCES builds(id) ON DELETE CASCADE
);
CREATE INDEX build_inputs_by_output ON service.build_inputs USING btree (output_key);

create table service.builds (
  id bigint not null generated always as identity,
  request_hash text not null,
  kind text not null,
  signer_address text not null,
  body text not null,
  has_client_ref boolean not null,
  tx_id text not null,
  response text not null,
  summary text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint not null,
  ended_at_ms bigint,
  end_reason text,
  seen_block_hash text,
  constraint builds_pkey PRIMARY KEY (id),
  constraint builds_check CHECK (((ended_at_ms IS NULL) = (end_reason IS NULL))),
  constraint builds_end_reason_check CHECK ((end_reason = ANY (ARRAY['included'::text, 'input_spent'::text, 'expired'::text])))
);
CREATE INDEX builds_by_expiry ON service.builds USING btree (expires_at_ms);
CREATE INDEX builds_by_signer ON service.builds USING btree (signer_address, expires_at_ms) WHERE (ended_at_ms IS NULL);
CREATE INDEX builds_by_tx ON service.builds USING btree (tx_id);
CREATE UNIQUE INDEX builds_live ON service.builds USING btree (request_hash) WHERE (ended_at_ms IS NULL);

create table service.challenges (
  id text not null,
  wallet text not null,
  challenge text not null,
  client text not null,
  issued_at_ms bigint not null,
  expires_at_ms bigint not null,
  used_at_ms bigint,
  tries integer not null default 0,
  constraint challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX challenges_by_expiry ON service.challenges USING btree (expires_at_ms);
CREATE INDEX challenges_by_wallet ON service.challenges USING btree (wallet, expires_at_ms DESC, id DESC);

create table service.leader_leases (
  role text not null,
  holder text not null,
  term bigint not null,
  constraint leader_leases_pkey PRIMARY KEY (role)
);

create table service.migrations (
  version bigint not null,
  name text not null,
  checksum text not null,
  applied_at_ms bigint not null,
  constraint migrations_pkey PRIMARY KEY (version)
);

create table service.relayed_reveals (
  id bigint not null,
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
  created_at_ms bigint not null,
  constraint relayed_reveals_pkey PRIMARY KEY (id)
);
CREATE INDEX relayed_reveals_voter ON service.relayed_reveals USING btree (voter, created_at_ms DESC, id DESC);

create table service.settings (
  name text not null,
  value jsonb not null,
  updated_at_ms bigint not null,
  constraint settings_pkey PRIMARY KEY (name)
);
