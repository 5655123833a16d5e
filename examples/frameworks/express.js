// Next to Express. `PORT=3000 node express.js`
import express from 'express';
import { adminOf, answerTo, close, listDepartments, removePermissions } from './parts.js';

const app = express();

/** @type {(response: express.Response, result: Parameters<typeof answerTo>[0]) => void} */
const answer = (response, result) => {
  const { body, status } = answerTo(result);
  response.status(status).json(body);
};

// Rights first: nobody else has their body read.
app.use(async (request, response, next) => {
  const admin = await adminOf(request);
  if (admin.isErr()) return answer(response, admin);
  response.locals.admin = admin.value;
  next();
});
app.use(express.json());

app.put('/permissions/remove', async (request, response) => {
  answer(response, await removePermissions(response.locals.admin, request.body));
});
app.get('/departments', async (_request, response) => {
  answer(response, await listDepartments());
});

const server = app.listen(Number(process.env.PORT), '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') console.log(`listening on http://127.0.0.1:${address?.port}`);
});
process.once('SIGTERM', () => server.close(close));
