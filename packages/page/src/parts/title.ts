import { useEffect } from 'preact/hooks';

/** The title of the window, and the last part of the breadcrumb. `undefined` leaves it to the view of one thing. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? 'ops-admin' : `${title} – ops-admin`;
    const crumb = document.getElementById('crumb');
    if (title && crumb?.firstChild) crumb.firstChild.nodeValue = title;
  }, [title]);
}
