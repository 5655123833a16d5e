/**
 * SQL for the e-mails, as a JSON array in their order, of the user in the row with this `alias`. The rows come in the order of
 * the index; `order by` within the function would sort them again.
 */
export function emailsOf(alias: string): string {
  return `(
    select json_group_array(email) from (select email from user_emails where user_id = ${alias}.id order by position))`;
}

/** SQL for the columns of a `StoredUserSummary` from `users u`. */
export const SUMMARY_COLUMNS: string = `
  u.id, u.first_name as firstName, u.last_name as lastName, u.name, ${emailsOf('u')} as emails`;

/** SQL for the columns of a `StoredUser` from `users u`. */
export const USER_COLUMNS: string = `${SUMMARY_COLUMNS}, u.permissions,
  (select json_group_array(json_object('issuer', issuer, 'subject', subject))
   from (select issuer, subject from user_identities where user_id = u.id order by position)) as identities`;
