import type { VNode } from 'preact';
import { words } from '../words.js';

export function RoleBadge({ of }: { of: 'admin' | 'reader' | undefined }): VNode | null {
  return of ? <span class={of === 'admin' ? 'badge admin' : 'badge'}>{words.users[of]}</span> : null;
}
