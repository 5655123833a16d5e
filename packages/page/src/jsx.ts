// The build injects these where JSX stands.
export { Fragment, h } from 'preact';
