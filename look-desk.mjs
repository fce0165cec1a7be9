import { chromium } from '@playwright/test'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox','--disable-gpu'] })
const base='http://localhost:4877'
const logins = Object.fromEntries((await (await fetch(base+'/demo/logins')).json()).logins.map(l=>[l.role,l]))
const p = await (await b.newContext({ viewport:{width:1440,height:900}, reducedMotion:'reduce' })).newPage(); p.on('pageerror',e=>console.log('ERR',String(e)))
const shot = async (n) => { for (const [w,c] of [[1440,'light'],[390,'dark'],[1440,'dark'],[390,'light']]) { await p.setViewportSize({width:w,height:900}); await p.emulateMedia({colorScheme:c,reducedMotion:'reduce'}); await p.waitForTimeout(350); await p.screenshot({path:`/tmp/desk/${n}-${w}-${c}.png`}) } await p.setViewportSize({width:1440,height:900}) }
const step = async (n,f)=>{ try { await f() } catch (e) { console.log('STEP',n,String(e).slice(0,500)) } }
if (process.argv[2] !== 'noorder') await step('order', async()=>{
  const q = await (await b.newContext({ viewport:{width:1440,height:900}})).newPage()
  await q.goto(base+'/shop'); await q.getByRole('button', { name: /A season of learning/ }).click()
  await q.getByRole('link', { name: 'Check out' }).click()
  await q.getByRole('textbox', { name: 'Email' }).fill(`look@example.org`)
  await q.getByRole('button', { name: 'Continue' }).click(); await q.getByRole('button', { name: 'Continue' }).click()
  await q.getByLabel('Card number').fill('4242424242424242'); await q.getByLabel(/Expires|Expiry|Valid/).first().fill('12/39'); await q.getByLabel(/CVC|security/i).first().fill('123')
  await q.getByRole('button', { name: 'Continue with this card' }).click()
  await q.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await q.getByRole('heading', { name: /Order \d/ }).waitFor()
})
await p.goto(base+'/login'); await p.getByRole('textbox', { name: 'Email' }).fill(logins.admin.email); await p.getByLabel('Password', { exact: true }).fill(logins.admin.password); await p.getByRole('main').getByRole('button', { name: 'Login' }).click(); await p.getByRole('button', { name: 'Account menu' }).waitFor()
await step('orders', async()=>{ await p.goto(base+'/admin/order/list'); await p.getByRole('table').waitFor(); await shot('orders'); await p.getByRole('rowheader').first().getByRole('link').click(); await p.getByRole('heading',{name:/Order \d/}).waitFor(); await shot('order') })
await step('products', async()=>{ await p.goto(base+'/admin/product/list'); await p.getByRole('table').waitFor(); await shot('products'); await p.getByRole('rowheader').first().getByRole('button').click(); await p.getByRole('dialog').waitFor(); await shot('voucher'); await p.keyboard.press('Escape'); await p.getByRole('tab',{name:'Goods'}).click(); await p.getByRole('button',{name:'Add goods'}).click(); await shot('goods'); await p.keyboard.press('Escape'); await p.getByRole('tab',{name:'Discount codes'}).click(); await p.getByRole('button',{name:'Add a discount code'}).click(); await shot('discount')})
await b.close()
