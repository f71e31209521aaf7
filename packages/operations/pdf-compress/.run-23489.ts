import fs from 'node:fs'; import path from 'node:path';
import { compressPdf } from './src/compress-pdf.ts'; import { defaultLimits } from '@platen/core';
const gs=new Map(fs.readFileSync('/tmp/compress/gs.tsv','utf8').trim().split('\n').map(l=>l.split('\t')).map(r=>[r[0],+r[2]]));
const level=process.argv[3]||'medium'; const outdir=process.argv[4]||'/tmp/compress/out'; fs.mkdirSync(outdir,{recursive:true}); let A=0,B=0,G=0; const errs=[];
for(const f of fs.readFileSync(process.argv[2]!,'utf8').trim().split('\n')){ const dir=fs.mkdtempSync('/tmp/compress/w-'); const s=process.cpuUsage(); const s0=performance.now(); const w=[];
 try{ const bytes=fs.statSync(f).size; const r=await compressPdf({inputs:[{path:f,fileName:path.basename(f),mediaType:'application/pdf',sizeBytes:bytes}],options:{level} as any,outputDir:dir,limits:defaultLimits},{progress(){},warn(c,m){w.push(c)}});
  const c=process.cpuUsage(s); A+=r.inputBytes;B+=r.outputBytes;G+=gs.get(f)||0; fs.copyFileSync(r.path,outdir+'/'+path.basename(f)); console.log(`${r.inputBytes} ${r.outputBytes} ${gs.get(f)} ${(r.outputBytes/(gs.get(f)||1)).toFixed(2)} ${((c.user+c.system)/1e6).toFixed(2)}s ${path.basename(f)} ${w.join()}${r.inputBytes===r.outputBytes?' KEPT':''}`);
 }catch(e){console.log('ERR',f,(e as any).details?.reason??'',process.argv[5]?(e as Error).stack:(e as Error).message)} fs.rmSync(dir,{recursive:true}); }
const c=process.cpuUsage(); console.log('TOTAL',A,B,G,(B/A).toFixed(4),'gs',(G/A).toFixed(4),'vs',(B/G).toFixed(4),'cpu',(c.user+c.system)/1e6);
