/** SQL for the e-mails, as a JSON array in text in their order, of the user in the row with this `alias`. */
export function emailsOf(alias: string): string {
  return `(select coalesce(json_agg(e.email order by e.position)::text, '[]') from user_emails e where e.user_id = ${alias}.id)`;
}

/** SQL for the columns of a `StoredUserSummary` from `users u`. */
export const SUMMARY_COLUMNS: string = `
  u.id, u.first_name as "firstName", u.last_name as "lastName", u.name, ${emailsOf('u')} as emails`;

/** SQL for the columns of a `StoredUser` from `users u`. */
export const USER_COLUMNS: string = `${SUMMARY_COLUMNS}, u.permissions,
  (select coalesce(json_agg(json_build_object('issuer', i.issuer, 'subject', i.subject) order by i.position)::text, '[]')
   from user_identities i where i.user_id = u.id) as identities`;
