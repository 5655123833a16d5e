/** The answer to a change of permissions (interface, "PUT /user/remove-permissions"; decision 5). */
export interface PermissionsChangedJson {
  readonly message: string;
  readonly data: Record<never, never>;
}

export function presentPermissionsChanged(done: 'added' | 'removed'): PermissionsChangedJson {
  return { message: `Permissions ${done} successfully`, data: {} };
}
