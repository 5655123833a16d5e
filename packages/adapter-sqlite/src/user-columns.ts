/** SQL for the e-mails, as a JSON array in their order, of the user in the row with this `alias`. */
export function emailsOf(alias: string): string {
  return `(select json_group_array(e.email order by e.position) from user_emails e where e.user_id = ${alias}.id)`;
}

/** SQL for the columns of a `StoredUserSummary` from `users u`. */
export const SUMMARY_COLUMNS: string = `
  u.id, u.first_name as firstName, u.last_name as lastName, u.name, ${emailsOf('u')} as emails`;

/** SQL for the columns of a `StoredUser` from `users u`. */
export const USER_COLUMNS: string = `${SUMMARY_COLUMNS}, u.permissions,
  (select json_group_array(json_object('issuer', i.issuer, 'subject', i.subject) order by i.position)
   from user_identities i where i.user_id = u.id) as identities`;
