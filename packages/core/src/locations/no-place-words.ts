/** Placeholders for a missing value, and what people type to test a form, in lower case without accents. */
const PLACEHOLDER_LINES = [
  'none,null,nil,nan,void,unknown,undefined,not known,not applicable,not available,not set,n a,na,tba,tbd,tbc,same,same as above,as above',
  'see above,see below,see notes,ditto,test,testing,tester,tests,xxx,xx,xxxx,xyz,abc,abcd,asd,asdf,qwe,qwerty,aaa,bbb,zzz,foo,bar,baz,qux,foobar',
  'foo bar,lorem,ipsum,lorem ipsum,dummy,example,sample,demo,temp,tmp,default,placeholder,missing,empty,blank,todo,fixme,to be confirmed',
];

const FIRST_NAME_LINES = [
  'aaron,abdul,abdullah,abel,ada,adam,adele,adriana,adrian,agata,agnes,agnieszka,ahmad,ahmed,aicha,aida,aisha,alan,albert,alberto,aldo,alejandro,aleksandr',
  'aleksandra,alessandra,alessandro,alex,alexander,alexandra,alexandre,alexei,alexis,alfred,alfredo,ali,alice,alicia,alina,aline,alison,alma,alonso,amal',
  'amanda,amara,amelia,amina,amir,amy,ana,anastasia,anders,andrea,andreas,andrei,andrej,andres,andrew,andrey,andrzej,angel,angela,angelo,anita,anja,ann,anna',
  'anne,annette,annika,anthony,antoine,anton,antonella,antonia,antonio,anwar,ariel,armin,arnaud,arne,arthur,arturo,astrid,aurelie,axel,ayesha,barbara,bart',
  'beata,beatrice,beatriz,ben,benedikt,benjamin,bernard,bernd,bernhard,bert,bianca,bill,birgit,bjorn,bob,bogdan,boris,brenda,brian,brigitte,bruce,bruno',
  'bryan,camila,camille,carina,carl,carla,carlo,carlos,carmen,carol,carolina,caroline,caterina,catherine,cecilia,celine,cem,cesar,chantal,charles,chiara',
  'chloe,chris,christian,christiane,christina,christine,christof,christoph,christophe,christopher,claire,clara,claude,claudia,claudio,clemens,colin,connor',
  'cristian,cristina,cynthia,daisy,damian,damien,dan,dana,daniel,daniela,daniele,danielle,dario,dave,david,deborah,deniz,denis,dennis,derek,diana,diane,diego',
  'dieter,dimitri,dirk,dmitri,dmitry,dominik,dominique,don,donald,donna,dora,doris,dorothea,douglas,dylan,ed,eddie,edgar,eduard,eduardo,edward,edwin,ekaterina',
  'elena,eli,elias,elif,elijah,elina,elisa,elisabeth,elise,elizabeth,ella,ellen,elodie,elsa,emanuel,emil,emilia,emilie,emily,emma,emmanuel,emre,enrico,eric',
  'erica,erik,erika,ernesto,ernst,esteban,esther,ethan,eugenia,eva,evan,evelyn,ewa,fabian,fabien,fabio,fabrice,farid,fatima,federico,felipe,felix,ferdinand',
  'fernanda,fernando,filip,filippo,finn,fiona,florian,francesca,francesco,francis,francisco,francois,frank,franz,fred,freddy,frederic,frederik,friedrich,fritz',
  'gabriel,gabriela,gabriele,gail,gary,georg,george,georges,georgia,gerald,gerard,gerd,gerhard,gianluca,gilles,gina,giorgio,giovanna,giovanni,giulia,giuseppe',
  'gloria,gonzalo,grace,graham,greg,gregor,gregory,greta,grzegorz,guido,guillaume,guillermo,gunter,gustav,gustavo,hakan,hamza,hannah,hanna,hannes,hans,harald',
  'harry,hasan,hassan,hector,heidi,heike,heiko,heinrich,heinz,helen,helena,helene,helga,helmut,hendrik,henri,henrik,henry,herbert,hermann,holger,horst,hugo',
  'hussein,ian,ibrahim,ida,igor,ilona,ilse,ines,inga,inge,ingo,ingrid,irena,irene,irina,iris,irma,isaac,isabel,isabella,isabelle,ismail,ivan,ivana,ivo,jack,jacob',
  'jacqueline,jacques,jaime,jakob,jakub,james,jamie,jan,jana,jane,janet,janina,janine,jannik,jarek,jasmin,jason,javier,jean,jeff,jeffrey,jennifer,jenny,jens,jeremy',
  'jeroen,jerome,jerzy,jessica,jesus,jill,jim,joan,joana,joanna,joao,joaquin,jochen,joe,joel,johan,johann,johanna,johannes,john,johnny,jolanta,jon,jonas,jonathan',
  'jordan,jorg,jorge,jose,josef,joseph,joshua,juan,juana,judith,judy,julia,julian,juliana,julie,julien,juliette,julio,jurgen,justin,justyna,jutta,kai,kamil,karen',
  'karim,karin,karina,karl,karla,karol,karolina,kasia,katarina,kate,katharina,katherine,kathrin,kathy,katja,katrin,katy,keith,kelly,ken,kenneth,kerstin,kevin,khaled',
  'kim,kirsten,klaus,konrad,konstantin,krzysztof,kristen,kristian,kristin,kristina,kurt,kyle,lara,lars,larry,laszlo,laura,laurence,laurent,lea,lena,leo,leon,leonard',
  'leonardo,leonie,leonora,leslie,leticia,levi,liam,lidia,lilian,lily,lina,linda,linus,lisa,lise,liz,logan,lola,lorena,lorenzo,louis,louisa,louise,luc,luca,lucas,lucia',
  'luciana,lucie,lucy,ludwig,luigi,luis,luisa,luise,lukas,luke,lydia,lynn,maciej,magda,magdalena,mahmoud,maja,malgorzata,manfred,manuel,manuela,mara,marc,marcel',
  'marcela,marcelo,marcin,marco,marcos,marcus,marek,margaret,margarita,margot,maria,mariam,marian,mariana,marianne,marie,marija,marina,mario,marion,marisa,mark,marko',
  'markus,marlene,marta,martha,martin,martina,mary,maryam,massimo,mateo,mateusz,mathias,mathieu,mathilde,matt,matteo,matthew,matthias,matthieu,maurice,mauricio,max',
  'maxim,maxime,maximilian,maya,mehmet,melanie,melissa,mia,micha,michael,michaela,michal,michel,michele,michelle,miguel,mihai,mika,mike,mikhail,mila,milena,mira,miriam',
  'mirko,mohamed,mohammad,mohammed,monica,monika,monique,muhammad,murat,mustafa,nadia,nadine,naomi,natalia,natalie,natasha,nathalie,nathan,neil,nele,nicholas,nick,nico',
  'nicola,nicolas,nicole,niels,nikola,nikolai,nikolaus,nils,nina,noah,noemi,nora,norbert,norman,olaf,ole,oleg,olga,oliver,olivia,olivier,omar,oscar,oskar,otto,pablo,pamela',
  'paola,paolo,pascal,patricia,patrick,patrik,paul,paula,paulina,pauline,paulo,pavel,pawel,pedro,peggy,penelope,pete,peter,petra,phil,philip,philipp,philippe,pierre,pietro',
  'pilar,piotr,priya,rachel,rafael,rafal,rahul,raj,ralf,ralph,ramon,ramona,raphael,raquel,raul,raymond,rebecca,regine,reiner,reinhard,rene,renata,renate,ricardo,riccardo',
  'richard,rick,rita,rob,robert,roberta,roberto,robin,rodrigo,roger,roland,rolf,romain,roman,romina,ron,ronald,rosa,rosalie,rose,rosemarie,rosie,ruben,rudolf,russell,ruth',
  'ryan,sabina,sabine,sabrina,said,sally,salma,sam,samantha,samira,samuel,sandra,sandro,sara,sarah,sascha,sean,sebastian,sebastien,selma,serge,sergei,sergey,sergio,seth',
  'sharon,sheila,shirley,silke,silvia,simon,simona,simone,sina,sofie,sofija,sonia,sonja,sophia,sophie,stacy,stan,stefan,stefania,stefanie,stefano,steffen,stella,stephan',
  'stephanie,stephen,steve,steven,stuart,sue,susan,susana,susanne,svein,sven,svetlana,sylvia,sylvie,szymon,tamara,tania,tanja,tara,tatiana,ted,teresa,terry,theo,theodor',
  'theresa,thierry,thomas,thorsten,till,tim,timo,timothy,tina,tobias,todd,tom,tomas,tomasz,tony,torsten,tracy,udo,ulf,ulrich,ulrike,ursula,ute,uwe,valentin,valentina',
  'valeria,valerie,vanessa,vera,verena,veronica,veronika,vicente,vicki,victor,viktor,viktoria,vincent,viola,virginie,vittorio,vivian,vladimir,wade,walter,wanda,werner',
  'wilhelm,will,william,willy,winfried,wojciech,wolf,wolfgang,xavier,yann,yannick,yasmin,yolanda,youssef,yusuf,yves,yvonne,zara,zeynep,zoe,zofia,zuzana',
];

/** The first names among {@link NO_PLACE_WORDS}. */
export const FIRST_NAMES: ReadonlySet<string> = new Set(FIRST_NAME_LINES.flatMap((line) => line.split(',')));

/**
 * Words for no place, in lower case without accents: placeholders, everyday words, parts of the world (United Nations, M49) and
 * first names. Some are also names of towns (`None` in Piedmont, `Same` in Tanzania) and codes of airports (`TBD`, `FOO`): alone
 * they mean only a very large town or a large airport. Names that are better known as towns (`nice`, `nancy`, `florence`) are left
 * out.
 */
export const NO_PLACE_WORDS: ReadonlySet<string> = new Set(
  [
    ...PLACEHOLDER_LINES,
    'to be determined,to be announced,to be defined,to follow,later,soon,pending,draft,open,closed,done,active,inactive,new,old,yes,no,ok,okay,true,false',
    'keine,keiner,kein,unbekannt,entfallt,fehlt,offen,ohne,siehe oben,sans,aucun,aucune,inconnu,neant,desconocido,ninguno,ninguna,sin,nada,nenhum',
    'nenhuma,sem,desconhecido,onbekend,geen,nvt,brak,zadny,nincs,necunoscut,okand,ukendt,ukjent,tuntematon,nessuno,sconosciuto,bilinmiyor,yok,нет,неизвестно,не указано',
    // Where somebody is, without a place.
    'home,home office,homeoffice,office,main office,head office,headquarters,headquarter,hq,branch,remote,remotely,online,virtual,hybrid,on site,onsite',
    'offsite,anywhere,nowhere,somewhere,everywhere,elsewhere,various,other,others,any,all,worldwide,global,international,national,local,internal,external',
    'work from home,wfh,field,mobile worker,travelling,traveling,abroad,away,out,in,up,down,here,there,address,city,town,country,state,region,location,place',
    'street,building,room,floor,desk,reception,lobby,kitchen,warehouse,basement,meeting room,conference room,canteen,cafeteria,parking,garage,moon,mars',
    'bodega,almacen,lager,lagerhalle,entrepot,magazzino,deposito,depot,factory,plant,workshop,werkstatt,taller,usine,fabrik,fabrica,call center,box',
    // Parts of the world.
    'africa,america,americas,the americas,antarctica,arctic,asia,asia pacific,apac,emea,latam,mena,dach,benelux,australasia,oceania',
    'europe,european union,eu,eurasia,polynesia,melanesia,micronesia,caribbean,central america,central asia,latin america',
    'north america,south america,north africa,south asia,southeast asia,east asia,western europe,eastern europe,northern europe,southern europe',
    'middle east,near east,far east,scandinavia,balkans,north pole,south pole,sahara,siberia,black forest,atlantic,pacific',
    // Everyday words.
    'and,or,the,for,not,but,with,from,this,that,one,two,three,four,five,six,ten,her,his,our,was,has,had,get,got,put,set,run,see,say,day,days,bad,big',
    'low,top,end,ask,add,use,log,tag,key,map,net,web,app,api,url,doc,pdf,csv,etc,day,week,month,year,now,today,tomorrow,yesterday,never,always,off',
    'user,users,admin,administrator,guest,root,staff,team,group,member,owner,manager,customer,client,vendor,partner,employee,contractor,intern,person,people',
    'name,first,last,title,role,job,email,mail,phone,fax,note,notes,comment,misc,info,data,file,list,item,type,status,total,subtotal,amount,number,date,time',
    'monday,tuesday,wednesday,thursday,friday,saturday,sunday,january,february,april,june,july,august,september,october,november,december,morning,evening',
    'red,green,blue,black,white,yellow,sales,support,help,service,services,finance,legal,marketing,engineering,purchasing,logistics,operations,hello,hi,thanks',
    ...FIRST_NAME_LINES,
  ].flatMap((line) => line.split(',')),
);
