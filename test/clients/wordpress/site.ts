// A real WordPress for tests, from Debian's packages: MariaDB on a socket, PHP's own server, the plugin activated.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../../../dev/free-port.ts'

const PACKAGES = ['wordpress', 'php-cli', 'php-mysql', 'php-curl', 'mariadb-server']
const PLUGIN = 'doorplate-address-lookup'
const PASSWORD = 'a long password'

/**
 * What the plugin uses of WooCommerce, which is in no Debian or npm package: the class that it extends, the filter that
 * it answers, and the script that its own waits for. It is installed only with `withShop`.
 */
const SHOP = `<?php
abstract class WC_Address_Provider { public $id; public $name; }
add_action('wp_enqueue_scripts', function () {
  wp_register_script('wc-address-autocomplete-common', '/common.js', array(), '1', true);
});
add_action('wp_head', function () {
  $provided = array_map(fn($one) => array($one->id, $one->name), apply_filters('woocommerce_address_providers', array()));
  echo '<meta name="providers" content="' . esc_attr(wp_json_encode($provided)) . '">';
});`

const THEME = {
  'style.css': '/* Theme Name: bare */',
  'index.php': '<?php wp_head(); wp_footer();',
}

const INSTALL = `<?php
define('WP_INSTALLING', true);
require $argv[1] . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install('Shop', 'admin', 'admin@shop.example', true, '', '${PASSWORD}');
switch_theme('bare');
$failed = activate_plugin('${PLUGIN}/${PLUGIN}.php');
exit($failed === null ? 0 : 1);`

export function installWordPress(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  run(
    'apt-get',
    [
      'install',
      '-y',
      '-q',
      '--no-install-recommends',
      '-o',
      'DPkg::Lock::Timeout=300',
      ...PACKAGES,
    ],
    env,
  )
}

export async function startWordPress() {
  await using started = new AsyncDisposableStack()
  const folder = started.adopt(mkdtempSync(join(tmpdir(), 'doorplate-wordpress-')), (path) =>
    rmSync(path, { recursive: true }),
  )
  chmodSync(folder, 0o755)
  const [site, socket] = [join(folder, 'site'), join(folder, 'db', 'socket')]
  const port = await freePort()
  const origin = `http://localhost:${port}`
  cpSync('/usr/share/wordpress', site, { recursive: true, dereference: true })
  const content = join(site, 'wp-content')
  cpSync(resolve('clients/woocommerce', PLUGIN), join(content, 'plugins', PLUGIN), {
    recursive: true,
  })
  for (const name of ['mu-plugins', 'themes/bare'])
    mkdirSync(join(content, name), { recursive: true })
  for (const [name, text] of Object.entries(THEME)) {
    writeFileSync(join(content, 'themes/bare', name), text)
  }
  writeFileSync(join(site, 'wp-config.php'), config(socket, origin))
  writeFileSync(join(folder, 'install.php'), INSTALL)
  const data = join(folder, 'db')
  // MariaDB runs as a user of its own, to whom the tests' folder for temporary files is closed.
  const env = { ...process.env, TMPDIR: data }
  mkdirSync(data)
  run('chown', ['mysql', data])
  run('mariadb-install-db', ['--user=mysql', `--datadir=${data}`], env)
  const database = spawn(
    'mariadbd',
    [
      '--no-defaults',
      '--user=mysql',
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--skip-grant-tables',
    ],
    { stdio: 'ignore', env },
  )
  started.defer(() => end(database))
  await until(() => spawnSync('mariadb', ['-S', socket, '-e', 'create database wp']).status === 0)
  run('php', ['-d', 'error_reporting=0', join(folder, 'install.php'), site])
  const server = spawn('php', ['-S', `localhost:${port}`, '-t', site], { stdio: 'ignore' })
  started.defer(() => end(server))
  await until(async () => (await fetch(origin).catch(() => undefined))?.status === 200)
  const running = started.move()
  return {
    origin,
    session: () => signedIn(origin),
    withShop: () => writeFileSync(join(content, 'mu-plugins', 'shop.php'), SHOP),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function config(socket: string, origin: string): string {
  const constants = {
    DB_NAME: 'wp',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: origin,
    WP_SITEURL: origin,
    ...Object.fromEntries(
      ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'].flatMap((name) => [
        [`${name}_KEY`, name],
        [`${name}_SALT`, name],
      ]),
    ),
  }
  const defined = Object.entries(constants).map(([name, value]) => `define('${name}', '${value}');`)
  return `<?php ${defined.join(' ')} define('DISABLE_WP_CRON', true);
    error_reporting(E_ALL & ~E_DEPRECATED); ini_set('display_errors', '0');
    $table_prefix = 'wp_'; if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/'); require ABSPATH . 'wp-settings.php';`
}

/** Gets and posts pages as the administrator. */
async function signedIn(origin: string) {
  const login = await fetch(`${origin}/wp-login.php`, {
    method: 'POST',
    headers: { Cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
    body: new URLSearchParams({ log: 'admin', pwd: PASSWORD, testcookie: '1' }),
    redirect: 'manual',
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (path: string, form?: Readonly<Record<string, string>>) => {
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await fetch(`${origin}${path}`, {
      ...body,
      headers: { Cookie: cookie },
      redirect: 'manual',
    })
    return { status: answer.status, text: await answer.text() }
  }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await isSo()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('It did not start.')
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => child.once('exit', () => done()).kill())
}

function run(program: string, args: readonly string[], env = process.env): void {
  const { status, stderr } = spawnSync(program, args, { env })
  if (status !== 0) throw new Error(`${program} failed: ${String(stderr).slice(-500)}`)
}
