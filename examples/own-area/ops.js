// ops-admin with an area of its own. `node ops.js serve`, and `node ops.js feedback list --json`
import { runProcess } from '@ops-admin/cli';
import { FEEDBACK } from './feedback-area.js';
import { addFeedbackCommands } from './feedback-commands.js';

await runProcess(process, { name: 'ops', areas: [FEEDBACK], addCommands: addFeedbackCommands });
