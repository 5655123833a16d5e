// Next to Nest. `npm run build`, then `PORT=3000 node dist/nest.js`
import 'reflect-metadata';
import {
  Body,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  HttpException,
  Module,
  type OnApplicationShutdown,
  Put,
  Req,
  UseGuards,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Admin } from '@ops-admin/core';
import { adminOf, answerTo, close, listDepartments, removePermissions } from './parts.js';

function answer(result: Parameters<typeof answerTo>[0]) {
  const { body, status } = answerTo(result);
  if (status !== 200) throw new HttpException(body as object, status);
  return body;
}

class AdminGuard implements CanActivate {
  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest();
    request.admin = answer(await adminOf(request));
    return true;
  }
}

@Controller()
@UseGuards(AdminGuard)
class AdminController {
  @Put('permissions/remove')
  async remove(@Req() request: { admin: Admin }, @Body() body: object) {
    return answer(await removePermissions(request.admin, body));
  }

  @Get('departments')
  async departments() {
    return answer(await listDepartments());
  }
}

@Module({ controllers: [AdminController] })
class AppModule implements OnApplicationShutdown {
  onApplicationShutdown() {
    close();
  }
}

const app = await NestFactory.create(AppModule, { logger: ['warn', 'error'] });
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT), '127.0.0.1');
console.log(`listening on ${await app.getUrl()}`);
