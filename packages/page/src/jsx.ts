// The build injects these for JSX.
export { Fragment, h } from 'preact';
