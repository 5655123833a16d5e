import type { createApp } from '@ops-admin/adapter-http-koa';
import Koa from 'koa';
import mount from 'koa-mount';

type App = ReturnType<typeof createApp>;

/** Mounts an app below `/ops` of another one. */
export function belowAPath(app: App): App {
  return new Koa().use(mount('/ops', app)) as App;
}
