import { useEffect } from 'preact/hooks';

/** Sets the title of the window and the end of the breadcrumb; `undefined` leaves both to the view of a record. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title === '' ? 'ops-admin' : `${title} – ops-admin`;
    const crumb = document.getElementById('crumb');
    if (title && crumb?.firstChild) crumb.firstChild.nodeValue = title;
  }, [title]);
}
