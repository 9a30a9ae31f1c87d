import { publishedEnvironments } from "./test/support/corpus.ts";
import { planSource } from "./src/generate.ts";
const envs = publishedEnvironments();
const sources = Array.from({length:40},(_,i)=>{const {name,schemas}=envs[i%envs.length]!; return {name:`bench_${i}_env`,version:"1.0.0",description:name,port:8000,maxConcurrentEnvs:4,origin:`${name}.schema.json`,...schemas,reset:{type:"object"},order:"canonical",published:true} as any});
const runs=Number(process.argv[2]??1);
for(let r=0;r<runs;r++){ const t=performance.now(); let n=0,bytes=0,lines=0; for(const s of sources){const {plan,diagnostics}=planSource(s); if(!plan) throw new Error(JSON.stringify(diagnostics)); for(const f of plan.files){n++;bytes+=f.content.length;lines+=f.content.split("\n").length}} console.log(r,(performance.now()-t).toFixed(1),n,bytes,lines);}
