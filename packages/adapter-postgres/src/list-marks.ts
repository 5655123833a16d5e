/** SQL for the last mark that is not after a position of a list, see `LIST_MARKS`; departments are newest first. */
export function markBefore(list: 'departments' | 'users', position: string): string {
  return `select sort_key, id, before from list_marks where list = '${list}' and before <= ${position} order by before desc limit 1`;
}
