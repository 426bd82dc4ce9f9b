CREATE TABLE trips(vendor INTEGER, fare DECIMAL(10,2), pickup TIMESTAMP, flag VARCHAR, paid BOOLEAN, place STRUCT(lat DECIMAL(2,1), lon DECIMAL(2,1)), zones INTEGER[], big HUGEINT);
CREATE TABLE "weird table; name"("select" INTEGER, "a,b" INTEGER, "(c)" INTEGER);

