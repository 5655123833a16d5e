import { useEffect } from 'preact/hooks';

/** The title of the window. What shows one thing names it; `undefined` leaves the title to that. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? 'ops-admin' : `${title} – ops-admin`;
  }, [title]);
}
