/**
 * What instances share but can do without: the counts of rate-limiter-flexible, whose columns these are, and the answers
 * of address providers. Both are unlogged: no write waits for the disk, and a crash empties them.
 */
export const SHARED_LIMITS = `
  create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  create index rate_limits_by_expiry on rate_limits (expire);

  -- Numbers rise with every answer that is kept, so that the oldest are those with the least.
  create sequence geocode_answer_numbers;
  create unlogged table geocode_answers (
    key text collate "C" primary key,
    number bigint not null default nextval('geocode_answer_numbers'),
    provider text collate "C" not null,
    expires_at bigint not null,
    location text collate "C"
  );
  create index geocode_answers_by_number on geocode_answers (number);
  create index geocode_answers_by_expiry on geocode_answers (expires_at);
`;
