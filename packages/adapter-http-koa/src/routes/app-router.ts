import type Router from '@koa/router';
import type { DefaultContext } from 'koa';
import type { AppState } from '../app-context.js';

export type AppRouter = Router<AppState, DefaultContext>;
